import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installPackages, provision, type Progress } from "./install.ts";
import { run } from "./run.ts";

export interface BrowserInstallation {
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns the browser of CHROME_PATH, or else an installed Chrome or Chromium, or else one from the npm registry. */
export async function provisionBrowser(progress: Progress): Promise<BrowserInstallation> {
  const [browser, fonts] = await Promise.all([
    findBrowser() ?? provisionChromium(progress),
    process.platform === "linux" ? provisionFonts(progress) : {},
  ]);
  return {
    executable: browser.executable,
    environment: { ...browser.environment, ...fonts },
  };
}

function findBrowser(): BrowserInstallation | undefined {
  const chosen = process.env["CHROME_PATH"];
  if (chosen !== undefined && chosen !== "") {
    if (!existsSync(chosen)) {
      throw new Error(`CHROME_PATH names ${chosen}, which does not exist.`);
    }
    return { executable: chosen, environment: {} };
  }
  const executable = usualPlaces().find((place) => existsSync(place));
  return executable === undefined ? undefined : { executable, environment: {} };
}

function usualPlaces(): string[] {
  switch (process.platform) {
    case "darwin":
      return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    case "win32":
      return ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]
        .map((name) => process.env[name])
        .filter((root) => root !== undefined)
        .flatMap((root) => [
          join(root, "Google", "Chrome", "Application", "chrome.exe"),
          join(root, "Microsoft", "Edge", "Application", "msedge.exe"),
        ]);
    default:
      return [
        "/usr/bin/google-chrome-stable",
        "/usr/bin/google-chrome",
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/snap/bin/chromium",
      ];
  }
}

const chromiumPackage = "@sparticuz/chromium@147.0.0";

async function provisionChromium(progress: Progress): Promise<BrowserInstallation> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      "No Chrome or Chromium was found. Install one, or name its program in the environment variable CHROME_PATH.",
    );
  }
  const folder = await provision("chromium-147.0.0", async (staging) => {
    progress("Installing Chromium 147 (about 15 seconds, once)…");
    await installPackages(staging, [chromiumPackage]);
    await unpackChromium(staging);
  });
  return {
    executable: join(folder, "chromium"),
    environment: { LD_LIBRARY_PATH: join(folder, "al2023", "lib") },
  };
}

/**
 * Lets the package unpack itself into the folder for temporary files. AWS_EXECUTION_ENV makes it also unpack system
 * libraries, which may be missing on a small machine.
 */
async function unpackChromium(staging: string): Promise<void> {
  const entry = join(staging, "node_modules", "@sparticuz", "chromium", "build", "esm", "index.js");
  const script = `await (await import(${JSON.stringify(pathToFileURL(entry).href)})).default.executablePath()`;
  await run(process.execPath, ["--input-type=module", "--eval", script], {
    env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
  });
}

/** The fonts that VS Code uses on Ubuntu, and a Korean one, so that screenshots are the same on every machine. */
const fontPackages = [
  "@expo-google-fonts/ubuntu@0.4.1",
  "@expo-google-fonts/ubuntu-mono@0.4.1",
  "@expo-google-fonts/nanum-gothic@0.4.0",
];

const fontConfiguration = (folders: readonly string[]): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${folders.map((folder) => `  <dir prefix="relative">${folder}</dir>`).join("\n")}
  <cachedir prefix="xdg">fontconfig</cachedir>
${["system-ui", "sans-serif"].map((family) => preferring(family, ["Ubuntu", "NanumGothic"])).join("\n")}
${preferring("monospace", ["Ubuntu Mono", "NanumGothic"])}
</fontconfig>
`;

function preferring(family: string, faces: readonly string[]): string {
  const names = faces.map((face) => `<family>${face}</family>`).join("");
  return `  <alias binding="strong"><family>${family}</family><prefer>${names}</prefer></alias>`;
}

async function provisionFonts(progress: Progress): Promise<Record<string, string>> {
  const folder = await provision("fonts-1", async (staging) => {
    progress("Installing fonts…");
    await installPackages(staging, fontPackages);
    const family = join("node_modules", "@expo-google-fonts");
    const families = await readdir(join(staging, family));
    const folders = families.map((name) => join(family, name));
    await writeFile(join(staging, "fonts.conf"), fontConfiguration(folders));
  });
  return { FONTCONFIG_FILE: join(folder, "fonts.conf") };
}
