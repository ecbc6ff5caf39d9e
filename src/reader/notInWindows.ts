/** The service does not keep to the ranges or the order that reading in several windows rests on. */
export class NotInWindowsError extends Error {
  constructor() {
    super("The responses cannot be read in several windows.");
    this.name = "NotInWindowsError";
  }
}
