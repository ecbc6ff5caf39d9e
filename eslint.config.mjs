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

export default tseslint.config(
  { ignores: ["assembly/", "dist/", ".vscode-test/", "test-output/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.json", "./tsconfig.webview.json", "./tsconfig.test-webview.json"],
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
    // One door for commands and context keys: vscode/commands/registry.ts.
    files: ["src/**/*.ts"],
    ignores: ["src/vscode/commands/registry.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...restrictedSyntax,
        {
          selector: "CallExpression[callee.property.name='registerCommand']",
          message: "Register commands through src/vscode/commands/registry.ts.",
        },
        {
          selector: "Literal[value='setContext']",
          message: "Set context keys through src/vscode/commands/registry.ts.",
        },
      ],
    },
  },
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
