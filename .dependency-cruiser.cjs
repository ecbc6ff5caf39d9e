/** The rooms and who may import whom. A room not listed here may import nothing of ours but itself. */
const mayImport = {
  model: [],
  rpc: ["model"],
  messages: ["rpc", "model"],
  analysis: ["model"],
  charts: ["model"],
  protocol: ["model"],
  client: ["protocol", "model"],
  store: ["protocol", "model"],
  reader: ["client", "model"],
  copy: ["store", "reader", "client", "protocol", "model"],
  export: ["formats/kinds", "copy", "store", "reader", "client", "model"],
  table: ["rpc", "export", "copy", "store", "reader", "client", "protocol", "analysis", "model"],
  formats: ["rpc", "copy", "store", "export", "reader", "client", "protocol", "model"],
  service: ["store", "protocol", "model"],
  webview: ["rpc", "messages", "charts", "model"],
  vscode: [
    "model",
    "rpc",
    "messages",
    "analysis",
    "charts",
    "protocol",
    "client",
    "store",
    "reader",
    "copy",
    "export",
    "table",
    "formats",
  ],
};

const rooms = Object.keys(mayImport);

const roomRules = rooms.map((room) => ({
  name: `${room}-imports`,
  comment: `src/${room} may import only ${[room, ...mayImport[room]].join(", ")}.`,
  severity: "error",
  from: { path: `^src/${room}/` },
  to: { path: "^src/", pathNot: `^src/(${[room, ...mayImport[room]].join("|")})/` },
}));

/** What zod is imported by, in rooms that panels load. */
const schemas = "^src/messages/requests/|^src/model/.*Schema\\.ts$";
const pure = "^src/(model|messages|analysis|charts)/";
const notHost = rooms.filter((room) => room !== "vscode").join("|");

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: "formats-kinds-imports",
      comment:
        "What a format is can be asked by all who export: it knows the model and how to write a file.",
      severity: "error",
      from: { path: "^src/formats/(kinds|writers|snippets)/" },
      to: {
        path: "^src/",
        pathNot: "^src/(model|formats/(kinds|writers|snippets|writer\\.ts|someOf\\.ts))",
      },
    },
    {
      name: "known-rooms",
      comment: "Every folder of src is a room with rules.",
      severity: "error",
      from: { path: "^src/[^/]+/", pathNot: `^src/(${rooms.join("|")})/` },
      to: {},
    },
    {
      name: "extension-not-webview",
      comment: "The host never loads browser code.",
      severity: "error",
      from: { path: "^src/extension\\.ts$" },
      to: { path: "^src/(webview|service)/" },
    },
    {
      name: "only-host-knows-vscode",
      comment: "Only src/vscode and src/extension.ts import vscode.",
      severity: "error",
      from: { path: `^src/(${notHost})/` },
      to: { path: "^(vscode|node_modules/@types/vscode)" },
    },
    {
      name: "pure-rooms",
      comment: "model, messages, analysis and charts know neither Node nor the DOM.",
      severity: "error",
      from: { path: pure },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "no-zod-in-webviews",
      comment:
        "zod's speed needs eval, which the panels' CSP forbids: what panels load imports types only from where schemas are.",
      severity: "error",
      from: { path: "^src/(webview|rpc|messages|charts|model)/", pathNot: schemas },
      to: { path: `node_modules/zod|${schemas}`, dependencyTypesNot: ["type-only"] },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-orphans", severity: "error", from: { orphan: true, path: "^src/" }, to: {} },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^vscode$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
    externalModuleResolutionStrategy: "node_modules",
  },
};
