import { Option } from "commander";
import * as z from "zod";
import { descriptions } from "../export/exportFields.ts";
import { invalidInput } from "../model/errors.ts";
import { issueText } from "../model/issueText.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { wrongUsage } from "./usage.ts";

export type Fields = Readonly<Record<string, z.ZodType>>;

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Returns one option for each field of a schema: its name in kebab case, its translated description as help. The help leaves out
 * a field without description.
 */
export function optionsOf(fields: Fields, t: (text: LocalizableText) => string): Option[] {
  return Object.entries(fields).map(([name, field]) =>
    optionOf(name, field, t).hideHelp(field.description === undefined),
  );
}

function optionOf(name: string, field: z.ZodType, t: (text: LocalizableText) => string): Option {
  const inner = innerOf(field);
  const flag = `--${kebab(name)}`;
  const help = t(descriptions.get(field) ?? { text: field.description ?? "", words: [] });
  if (inner instanceof z.ZodBoolean) {
    return new Option(flag, help);
  }
  if (inner instanceof z.ZodEnum) {
    return new Option(`${flag} <value>`, help).choices(inner.options.map(String));
  }
  if (inner instanceof z.ZodArray) {
    return new Option(`${flag} <value...>`, help);
  }
  return inner instanceof z.ZodString || inner instanceof z.ZodNumber
    ? new Option(`${flag} <value>`, help)
    : new Option(`${flag} <json>`, help).argParser(jsonOf(flag));
}

/**
 * Checks the options against the schema.
 * @throws SurveyError "invalid-input" that names every missing or invalid option
 */
export function decodedOptions<T>(schema: z.ZodType<T>, values: object): T {
  const result = schema.safeParse(values);
  if (result.success) {
    return result.data;
  }
  const each = result.error.issues.map((issue) => {
    const [name = "", ...inside] = issue.path.map(String);
    // Where in the value it is, as in messages about recipes.
    const option = [`--${kebab(name)}`, inside.map((it) => `/${it}`).join("")].join(" ").trim();
    const isMissing = valueAt(values, issue.path[0]) === undefined;
    return isMissing
      ? localizable("{0} is missing", option)
      : localizable("{0} {1}", option, issueText(issue));
  });
  throw wrongUsage(each);
}

function valueAt(values: object, name: PropertyKey | undefined): unknown {
  return Object.entries(values).find(([it]) => it === name)?.[1];
}

function innerOf(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodReadonly
    ? innerOf(field.unwrap())
    : field;
}

function jsonOf(flag: string): (text: string) => unknown {
  return (text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw invalidInput("The value of {0} is not JSON.", flag);
    }
  };
}
