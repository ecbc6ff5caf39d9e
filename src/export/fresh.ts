/**
 * What is asked of the service. "all": everything anew; "new": what is new, after a comparison of every id with the
 * service's metadata; "none": nothing.
 */
export const freshness = ["all", "new", "none"] as const;
export type Fresh = (typeof freshness)[number];
