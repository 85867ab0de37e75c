import { adapterContract } from "./adapter-contract.ts";
import { startDiscordDriver } from "./discord-driver.ts";

adapterContract("Discord", startDiscordDriver);
