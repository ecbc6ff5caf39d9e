import { startDisturbedDataSpace, type DisturbedDataSpace } from "../support/exportSpace.ts";
import { Workbench } from "../support/workbench.ts";

describe("A window that is closed while it reads", () => {
  let space: DisturbedDataSpace;

  before(async () => {
    space = await startDisturbedDataSpace(2000);
  });

  after(() => space[Symbol.asyncDispose]());

  async function openResponses(workbench: Workbench) {
    const tree = await workbench.waitForTree("Acme research");
    const survey = tree.getByRole("treeitem", { name: /^Customer satisfaction 2025/ });
    await workbench.chooseFromContextMenu(survey, "Open Responses");
    return workbench.webviewFrame("responses", "Customer satisfaction 2025");
  }

  it("lets other windows read while its extension host is still running", async () => {
    const { server } = space;
    const closed = await Workbench.open({ server });
    space.disturb("hold", 2);
    const panel = await openResponses(closed);
    await panel.getByText(/[1-9]\d* loaded, total not known yet/).waitFor();
    await closed.close();
    // The page that was requested arrives, but the closed window cannot hand over the key for more.
    space.disturb("none");
    const other = await Workbench.open({ server });
    const others = await openResponses(other);
    await others.getByText("All 2,000 responses loaded").waitFor();
    await other.close();
  });
});
