import type { ICruiseOptions, IForbiddenRuleType } from "dependency-cruiser";

/**
 * Who may import whom: one table, and what it does not allow is forbidden. Every rule says in its comment
 * why it is there and what to do when it fires.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "src/core": [],
  "src/presentation": ["src/core"],
  "src/redis": ["src/core"],
  "src/identity": ["src/core", "src/waiting"],
  "src/waiting": [],
  "src/flows": ["src/core", "src/presentation", "src/waiting"],
  "src/http": ["src/core", "src/presentation"],
};

/** Packages and Node modules that belong in one place only. */
const OWNED: readonly (readonly [module: string, owner: string])[] = [
  ["node_modules/ioredis/", "^src/redis/"],
  ["node_modules/@slack/", "^adapters/slack/"],
  ["node_modules/(discord[.]js|@discordjs)/", "^adapters/discord/"],
  ["node_modules/pino/", "^src/log[.]ts$"],
  ["node_modules/yaml/", "^src/identity/"],
  ["node_modules/jose/", "^src/identity/"],
  ["node_modules/(ajv|ajv-formats|re2js)/", "^src/core/json-schema"],
  ["node_modules/(hono|@hono/node-server)/", "^src/http/"],
  ["node_modules/rate-limiter-flexible/", "^src/http/"],
  ["node_modules/diff/", "^src/presentation/edit-diff"],
  ["^(node:)?https?$", "^(src/http/|adapters/slack/)"],
];

/** The files that choose platforms; no other part of src names one. */
const COMPOSITION = "^src/(main[.]ts$|cli/doctor[.]ts$)";

const folderRules: IForbiddenRuleType[] = Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
  name: `what ${folder} may import`,
  comment: `${folder} knows itself${allowed.length > 0 ? ` and ${allowed.join(", ")}` : " only"}. Move the code, or declare a port in src/core/ports and let src/main.ts pass it in.`,
  severity: "error",
  from: { path: `^${folder}/` },
  to: {
    path: "^(src|adapters|test)/",
    pathNot: [`^${folder}/`, ...allowed.map((other) => `^${other}/`)],
  },
}));

const ownerRules: IForbiddenRuleType[] = OWNED.map(([module, owner]) => ({
  name: `who may import ${module}`,
  comment: `Only ${owner} speaks to ${module}. Ask it through a port.`,
  severity: "error",
  from: { path: "^(src|adapters)/", pathNot: owner },
  to: { path: module, dependencyTypesNot: ["type-only"] },
}));

const shapeRules: IForbiddenRuleType[] = [
  {
    name: "what an adapter may import",
    comment:
      "An adapter knows its own folder, core, presentation and waiting, so that one can be read without the other. Words and cards that both need belong in src/presentation.",
    severity: "error",
    from: { path: "^adapters/([^/]+)/" },
    to: {
      path: "^(src|adapters|test)/",
      pathNot: ["^adapters/$1/", "^src/core/", "^src/presentation/", "^src/waiting/"],
    },
  },
  {
    name: "platforms are chosen in one place",
    comment: "Take a Platform as a parameter; src/main.ts makes them.",
    severity: "error",
    from: { path: "^src/", pathNot: COMPOSITION },
    to: { path: "^adapters/" },
  },
  {
    name: "the core is pure",
    comment:
      "The core may use zod, node:crypto, and a JSON Schema validator in json-schema.ts. A clock, a file, the network or a log would make a decision depend on more than its input: pass the value in.",
    severity: "error",
    from: { path: "^src/core/" },
    to: {
      dependencyTypes: ["npm", "npm-dev", "npm-no-pkg", "core"],
      pathNot: ["node_modules/(zod|ajv|ajv-formats|re2js)/", "^(node:)?crypto$", "^(node:)?vm$"],
    },
  },
  {
    name: "translations are pure",
    comment:
      "What is drawn or read is a function of its input, so that a sample is enough to test it.",
    severity: "error",
    from: {
      path: "^(adapters/[^/]+/(render[^/]*|receive|limits|config)|src/presentation/[^/]+)[.]ts$",
    },
    to: {
      dependencyTypes: ["npm", "npm-dev", "npm-no-pkg", "core"],
      dependencyTypesNot: ["type-only"],
      pathNot: ["^(node:)?crypto$", "node_modules/diff/"],
    },
  },
  {
    name: "no barrels",
    comment: "Import from the file that defines the thing. Only an adapter has an index.",
    severity: "error",
    from: {},
    to: { path: "^(src/.*|adapters/[^/]+/.+)/index[.]ts$" },
  },
  {
    name: "no junk drawers",
    comment: "Name the idea: such a name hides what is inside.",
    severity: "error",
    from: {},
    to: {
      path: "/(utils|helpers|common|misc|types|interfaces)([.]ts$|/)",
      pathNot: "node_modules",
    },
  },
  {
    name: "no cycles",
    comment: "Pull what both need into a third file.",
    severity: "error",
    from: {},
    to: { circular: true },
  },
  {
    name: "no orphans",
    comment: "Use it or delete it.",
    severity: "error",
    from: { orphan: true, path: "^(src|adapters)/" },
    to: {},
  },
  {
    name: "declared packages only",
    comment: "Add it to dependencies: what another package brings can vanish with it.",
    severity: "error",
    from: { path: "^(src|adapters)/" },
    to: { dependencyTypes: ["npm-dev", "npm-no-pkg"], dependencyTypesNot: ["type-only"] },
  },
  {
    name: "local platforms stand alone",
    comment:
      "The local Slack and Discord judge the product, so they share nothing with it and it nothing with them.",
    severity: "error",
    from: { path: "^test/platforms/" },
    to: { path: "^(src|adapters)/" },
  },
  {
    name: "the demo's people stand alone",
    comment:
      "The demo uses the built command and the doors that people and engines use, nothing else.",
    severity: "error",
    from: { path: "^test/demo/" },
    to: { path: "^(src|adapters)/" },
  },
  {
    name: "everything imported exists",
    comment: "This import leads nowhere.",
    severity: "error",
    from: {},
    to: { couldNotResolve: true },
  },
];

export const forbidden: IForbiddenRuleType[] = [...folderRules, ...ownerRules, ...shapeRules];

export const options: ICruiseOptions = {
  tsPreCompilationDeps: true,
  doNotFollow: { path: "node_modules" },
  enhancedResolveOptions: {
    exportsFields: ["exports"],
    conditionNames: ["import", "node", "types"],
  },
};
