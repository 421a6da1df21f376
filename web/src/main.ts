import { mount } from "svelte";
import App from "./App.svelte";
import { inquire } from "./lib/about.svelte";
import { keep } from "./lib/prefs.svelte";
import "./style.css";

keep();
void inquire();
const target = document.getElementById("app");
if (target) mount(App, { target });
