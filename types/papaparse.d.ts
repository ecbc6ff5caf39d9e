/** What of papaparse is used. Its published types bring those of Node with them, which the model must not know. */
declare module "papaparse" {
  interface Fault {
    readonly code: string;
    readonly message: string;
    /** Index of the record, from 0. */
    readonly row?: number;
  }

  interface Result {
    readonly data: readonly (readonly string[])[];
    readonly errors: readonly Fault[];
  }

  interface Papa {
    parse(text: string, config: { readonly delimiter: string }): Result;
    unparse(
      rows: readonly (readonly (string | number)[])[],
      config: { readonly newline: string; readonly escapeFormulae: boolean | RegExp },
    ): string;
  }

  const papa: Papa;
  export = papa;
}
