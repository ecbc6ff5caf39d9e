import type { CommandDeclarations } from "../commands/declaration.ts";

export const assistantCommands: CommandDeclarations = {
  showFigures: {
    icon: "graph",
    load: async (parts, handle) =>
      handle((await import("./figuresCommands.ts")).showFiguresCommand(parts)),
  },
  forgetTold: {
    icon: "trash",
    load: async (parts, handle) =>
      handle((await import("./figuresCommands.ts")).forgetToldCommand(parts)),
  },
};
