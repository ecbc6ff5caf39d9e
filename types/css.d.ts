/** Style sheets: esbuild bundles what a panel imports. */
declare module "*.css";
