import js from "@eslint/js";
import globals from "globals";
import tseslint from "typescript-eslint";

const restrictedSyntax = [
  { selector: "ExportDefaultDeclaration", message: "Named exports only." },
  {
    selector: "ExportAllDeclaration",
    message: "No barrels: import from the file that defines it.",
  },
];

const commandDoor = [
  {
    selector: "CallExpression[callee.property.name='registerCommand']",
    message: "Commands are registered in src/vscode/registrations.ts, from the manifest.",
  },
];
const contextDoor = [
  {
    selector: "Literal[value='setContext']",
    message: "Set context keys through src/vscode/commands/registry.ts.",
  },
];

const textPlaces =
  "/^(show(Information|Warning|Error)Message|showQuickPick|createQuickPick|showInputBox|createInputBox|withProgress|withScmProgress|setStatusBarMessage|createStatusBarItem)$/";
const textDoor = [
  "TSAsExpression > TSTypeReference[typeName.name='SafeText']",
  `MemberExpression:matches([object.name='window'], [object.property.name='window']) > Identifier.property[name=${textPlaces}]`,
  `VariableDeclarator:matches([init.name='window'], [init.property.name='window']) > ObjectPattern > Property[key.name=${textPlaces}]`,
].map((selector) => ({
  selector,
  message: "Show text through src/vscode/platform/window.ts, in which words of others are dead.",
}));

// What has one door is named nowhere else.
const restricted = (file, doors) => ({
  files: [file],
  rules: { "no-restricted-syntax": ["error", ...restrictedSyntax, ...doors] },
});

export default tseslint.config(
  { ignores: ["dist/", ".vscode-test/", "test-output/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.eslint.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "no-restricted-syntax": ["error", ...restrictedSyntax],
      "no-console": "error",
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      // A resolved promise is how an async interface says "nothing to wait for".
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: { "max-lines": ["error", 350], "max-lines-per-function": ["error", 60] },
  },
  restricted("src/**/*.ts", [...commandDoor, ...contextDoor, ...textDoor]),
  restricted("src/vscode/commands/registry.ts", [...commandDoor, ...textDoor]),
  restricted("src/vscode/registrations.ts", [...contextDoor, ...textDoor]),
  restricted("src/vscode/platform/{plainText,window}.ts", [...commandDoor, ...contextDoor]),
  {
    files: ["src/service/main.ts", "scripts/**/*.ts", "test/**/*.ts"],
    rules: { "no-console": "off" },
  },
  {
    files: ["test/**/*.ts"],
    rules: { "@typescript-eslint/no-unused-expressions": "off" },
  },
  {
    files: ["**/*.mjs", "**/*.cjs"],
    languageOptions: { globals: globals.node },
  },
);
