import { adapterContract } from "./adapter-contract.ts";
import { startSlackDriver } from "./slack-driver.ts";

adapterContract("Slack", startSlackDriver);
