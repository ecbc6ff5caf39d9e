/** Thrown if the service violates the ranges or the order that reading in several windows depends on. */
export class NotInWindowsError extends Error {
  constructor() {
    super("The responses cannot be read in several windows.");
    this.name = "NotInWindowsError";
  }
}
