import { defineConfig } from "vitest/config";
import usual from "../vitest.config.ts";
import { breakRule } from "./break.ts";

// Projects are configured apart, so each of them gets the plugin.
const projects = (usual.test?.projects ?? []).map((project) =>
  typeof project === "object" && "test" in project
    ? { ...project, plugins: [breakRule()] }
    : project,
);

export default defineConfig({ ...usual, test: { ...usual.test, bail: 1, projects } });
