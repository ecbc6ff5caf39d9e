/**
 * What is asked of the service: everything anew; what is new, where every id is compared with the service's metadata; or
 * nothing.
 */
export const freshness = ["all", "new", "none"] as const;
export type Fresh = (typeof freshness)[number];
