/** Themes with the colours that VS Code's defaults give a webview (those that the panels' style sheets use) and its font. */
export const themes = ["dark", "light", "high-contrast"] as const;
export type Theme = (typeof themes)[number];

const fonts = {
  "font-family": '"Segoe WPC", "Segoe UI", system-ui, Ubuntu, sans-serif',
  "font-size": "13px",
  "font-weight": "normal",
  "editor-font-family": '"Droid Sans Mono", monospace',
  "editor-font-size": "14px",
};

const dark = {
  foreground: "#cccccc",
  descriptionForeground: "#9d9d9d",
  disabledForeground: "#cccccc80",
  errorForeground: "#f85149",
  focusBorder: "#0078d4",
  "button-background": "#0078d4",
  "button-border": "#ffffff1a",
  "button-foreground": "#ffffff",
  "button-hoverBackground": "#026ec1",
  "button-secondaryBackground": "#00000000",
  "button-secondaryBorder": "#cccccc26",
  "button-secondaryForeground": "#cccccc",
  "button-secondaryHoverBackground": "#2b2b2b",
  "charts-blue": "#59a4f9",
  "charts-green": "#89d185",
  "charts-orange": "#d18616",
  "charts-purple": "#b180d7",
  "charts-red": "#f14c4c",
  "charts-yellow": "#cca700",
  "checkbox-background": "#313131",
  "checkbox-border": "#3c3c3c",
  "checkbox-selectBorder": "#cccccc",
  "dropdown-background": "#313131",
  "dropdown-border": "#3c3c3c",
  "dropdown-foreground": "#cccccc",
  "editor-background": "#1f1f1f",
  "editor-foreground": "#cccccc",
  "input-background": "#313131",
  "input-border": "#3c3c3c",
  "input-foreground": "#cccccc",
  "input-placeholderForeground": "#989898",
  "inputOption-activeBackground": "#2489db82",
  "inputOption-activeBorder": "#2488db",
  "inputOption-activeForeground": "#ffffff",
  "inputValidation-errorBackground": "#5a1d1d",
  "inputValidation-errorBorder": "#be1100",
  "list-activeSelectionBackground": "#04395e",
  "list-activeSelectionForeground": "#ffffff",
  "list-hoverBackground": "#2a2d2e",
  "list-inactiveSelectionBackground": "#37373d",
  "panel-border": "#2b2b2b",
  "problemsErrorIcon-foreground": "#f14c4c",
  "problemsWarningIcon-foreground": "#cca700",
  "progressBar-background": "#0078d4",
  "sash-hoverBorder": "#0078d4",
  "scrollbarSlider-background": "#79797966",
  "scrollbarSlider-hoverBackground": "#646464b3",
  "scrollbarSlider-activeBackground": "#bfbfbf66",
  "textPreformat-background": "#3c3c3c",
  "textPreformat-foreground": "#d0d0d0",
  "textBlockQuote-background": "#2b2b2b",
  "textBlockQuote-border": "#616161",
  "tree-tableColumnsBorder": "#cccccc20",
  "toolbar-hoverBackground": "#5a5d5e50",
  "toolbar-activeBackground": "#63666750",
};

const light: typeof dark = {
  foreground: "#3b3b3b",
  descriptionForeground: "#3b3b3b",
  disabledForeground: "#61616180",
  errorForeground: "#f85149",
  focusBorder: "#005fb8",
  "button-background": "#005fb8",
  "button-border": "#0000001a",
  "button-foreground": "#ffffff",
  "button-hoverBackground": "#0258a8",
  "button-secondaryBackground": "#e5e5e5",
  "button-secondaryBorder": "#3b3b3b26",
  "button-secondaryForeground": "#3b3b3b",
  "button-secondaryHoverBackground": "#cccccc",
  "charts-blue": "#0063d3",
  "charts-green": "#388a34",
  "charts-orange": "#ea5c0055",
  "charts-purple": "#652d90",
  "charts-red": "#e51400",
  "charts-yellow": "#bf8803",
  "checkbox-background": "#f8f8f8",
  "checkbox-border": "#cecece",
  "checkbox-selectBorder": "#3b3b3b",
  "dropdown-background": "#ffffff",
  "dropdown-border": "#cecece",
  "dropdown-foreground": "#3b3b3b",
  "editor-background": "#ffffff",
  "editor-foreground": "#3b3b3b",
  "input-background": "#ffffff",
  "input-border": "#cecece",
  "input-foreground": "#3b3b3b",
  "input-placeholderForeground": "#767676",
  "inputOption-activeBackground": "#bed6ed",
  "inputOption-activeBorder": "#005fb8",
  "inputOption-activeForeground": "#000000",
  "inputValidation-errorBackground": "#f2dede",
  "inputValidation-errorBorder": "#be1100",
  "list-activeSelectionBackground": "#e8e8e8",
  "list-activeSelectionForeground": "#000000",
  "list-hoverBackground": "#f2f2f2",
  "list-inactiveSelectionBackground": "#e4e6f1",
  "panel-border": "#e5e5e5",
  "problemsErrorIcon-foreground": "#e51400",
  "problemsWarningIcon-foreground": "#bf8803",
  "progressBar-background": "#005fb8",
  "sash-hoverBorder": "#005fb8",
  "scrollbarSlider-background": "#64646466",
  "scrollbarSlider-hoverBackground": "#646464b3",
  "scrollbarSlider-activeBackground": "#00000099",
  "textPreformat-background": "#0000001f",
  "textPreformat-foreground": "#3b3b3b",
  "textBlockQuote-background": "#f8f8f8",
  "textBlockQuote-border": "#e5e5e5",
  "tree-tableColumnsBorder": "#61616120",
  "toolbar-hoverBackground": "#b8b8b850",
  "toolbar-activeBackground": "#a6a6a650",
};

/** High contrast leaves out many backgrounds; borders take their place. */
const highContrast: Readonly<Record<string, string>> = {
  foreground: "#ffffff",
  descriptionForeground: "#ffffffb3",
  disabledForeground: "#a5a5a5",
  errorForeground: "#f48771",
  focusBorder: "#f38518",
  contrastBorder: "#6fc3df",
  contrastActiveBorder: "#f38518",
  "button-border": "#6fc3df",
  "button-foreground": "#ffffff",
  "button-secondaryForeground": "#ffffff",
  "charts-blue": "#3794ff",
  "charts-green": "#89d185",
  "charts-orange": "#ab5a00",
  "charts-purple": "#b180d7",
  "charts-red": "#f48771",
  "charts-yellow": "#ffd370",
  "checkbox-border": "#6fc3df",
  "checkbox-selectBorder": "#ffffff",
  "dropdown-background": "#000000",
  "dropdown-border": "#6fc3df",
  "dropdown-foreground": "#ffffff",
  "editor-background": "#000000",
  "editor-foreground": "#ffffff",
  "input-background": "#000000",
  "input-border": "#6fc3df",
  "input-foreground": "#ffffff",
  "input-placeholderForeground": "#ffffffb3",
  "inputOption-activeBackground": "#00000000",
  "inputOption-activeBorder": "#6fc3df",
  "inputOption-activeForeground": "#ffffff",
  "inputValidation-errorBackground": "#000000",
  "inputValidation-errorBorder": "#6fc3df",
  "panel-border": "#6fc3df",
  "problemsErrorIcon-foreground": "#f48771",
  "problemsWarningIcon-foreground": "#ffd370",
  "progressBar-background": "#6fc3df",
  "sash-hoverBorder": "#f38518",
  "scrollbarSlider-background": "#6fc3df99",
  "scrollbarSlider-hoverBackground": "#6fc3dfcc",
  "scrollbarSlider-activeBackground": "#6fc3df",
  "textPreformat-background": "#ffffff",
  "textPreformat-foreground": "#000000",
  "textBlockQuote-border": "#ffffff",
};

const colours: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
  dark,
  light,
  "high-contrast": highContrast,
};

/** Styles that VS Code itself puts before a webview's own. */
const webviewDefaults = `@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body {
    overscroll-behavior-x: none; color: var(--vscode-editor-foreground);
    background-color: transparent; font-family: var(--vscode-font-family);
    font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size);
    margin: 0; padding: 0 20px;
  }
  code {
    color: var(--vscode-textPreformat-foreground);
    background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px;
  }
  blockquote {
    background: var(--vscode-textBlockQuote-background);
    border-color: var(--vscode-textBlockQuote-border);
  }
}`;

export function themeStyles(theme: Theme): string {
  const variables = Object.entries({ ...fonts, ...colours[theme] })
    .map(([name, value]) => `--vscode-${name}: ${value};`)
    .join("\n");
  return `html { background: var(--vscode-editor-background); ${variables} }\n${webviewDefaults}`;
}
