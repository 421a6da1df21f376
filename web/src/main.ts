import { mount } from "svelte";
import App from "./App.svelte";
import { loadAbout } from "./lib/about.svelte";
import { savePrefs } from "./lib/prefs.svelte";
import "./fonts.css";
import "./style.css";

savePrefs();
void loadAbout();
if (location.pathname === "/") void import("./pages/Home.svelte"); // while the messages are loaded
const target = document.getElementById("app");
target?.replaceChildren();
if (target) mount(App, { target });
