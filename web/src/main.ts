import { mount } from "svelte";
import App from "./App.svelte";
import { keep } from "./lib/prefs.svelte";
import "./style.css";

keep();
const target = document.getElementById("app");
if (target) mount(App, { target });
