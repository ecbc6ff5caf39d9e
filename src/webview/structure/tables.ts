import { html, nothing, type TemplateResult } from "lit";
import type { StructureRequests } from "../../messages/requests/structure.ts";
import type { StructureContent } from "../../messages/structure.ts";
import { versionSupports } from "../../model/versionSupport.ts";
import type { CollectGroup } from "../../model/survey.ts";
import { action, time } from "../shared/controls.ts";
import { formatNumber, t } from "../shared/l10n.ts";
import type { Send } from "../shared/vscodeApi.ts";
import { anchorOf, type Section } from "./document.ts";

export function tableSection(
  section: Section,
  content: StructureContent,
  send: Send<StructureRequests>,
): TemplateResult {
  return html`<div class="section" data-key=${section.key}>
    <h2 id=${anchorOf(section.key)} tabindex="-1">${section.title}</h2>
    ${section.note === undefined ? nothing : html`<p class="quiet">${section.note}</p>`}
    ${section.kind === "embedded" ? embeddedData(content) : collectGroups(content, send)}
  </div>`;
}

function embeddedData({ survey }: StructureContent): TemplateResult {
  if (survey.embeddedData.length === 0) {
    return html`<p class="quiet">${t("No embedded data.")}</p>`;
  }
  const { apiVersion } = survey;
  const labelled = versionSupports(apiVersion, "embeddedLabels");
  const collectable = versionSupports(apiVersion, "isCollectable");
  return table(
    t("Embedded data"),
    [t("Name"), ...(labelled ? [t("Label")] : []), ...(collectable ? [t("Collectable")] : [])],
    survey.embeddedData.map(
      (field) =>
        html`<tr>
          <th scope="row" class="code">${field.name}</th>
          ${labelled ? html`<td>${field.label}</td>` : nothing}
          ${collectable ? html`<td>${known(yesNo(field.isCollectable))}</td>` : nothing}
        </tr>`,
    ),
  );
}

function collectGroups(content: StructureContent, send: Send<StructureRequests>): TemplateResult {
  if (content.collectGroups.length === 0) {
    return html`<p class="quiet">${t("No collect groups.")}</p>`;
  }
  const heads = [
    ...[t("Group"), t("State"), t("Channel"), t("Target"), t("HMAC"), t("Started"), t("Completed")],
    ...[t("Created"), t("Updated"), t("ID")],
  ];
  return table(
    t("Collect groups"),
    heads,
    content.collectGroups.map((group) => groupRow(group, send)),
  );
}

function groupRow(group: CollectGroup, send: Send<StructureRequests>): TemplateResult {
  const date = (text: string | undefined): unknown =>
    known(text === undefined ? undefined : time(text));
  return html`<tr>
    <th scope="row">
      <span class="with-action">
        ${group.label}
        ${action({
          icon: "table",
          label: t("Responses of {0}", group.label),
          iconOnly: true,
          run: () => send("openResponses", { collectGroupId: group.collectGroupId }),
        })}
        ${action({
          icon: "json",
          label: t("Raw JSON of {0}", group.label),
          iconOnly: true,
          run: () => send("showRaw", { collectGroupId: group.collectGroupId }),
        })}
      </span>
    </th>
    <td>${known(group.state)}</td>
    <td>${known(group.channel)}</td>
    <td class="number">
      ${known(group.targetCnt === undefined ? undefined : formatNumber(group.targetCnt))}
    </td>
    <td>${known(yesNo(group.isUsingHmac))}</td>
    <td>${date(group.startedAt)}</td>
    <td>${date(group.completedAt)}</td>
    <td>${date(group.createdAt)}</td>
    <td>${date(group.updatedAt)}</td>
    <td>
      <span class="with-action">
        <span class="code">${group.collectGroupId}</span>
        ${action({
          icon: "copy",
          label: t("Copy ID of {0}", group.label),
          iconOnly: true,
          run: () => send("copy", { text: group.collectGroupId }),
        })}
      </span>
    </td>
  </tr>`;
}

/** Returns the value, or a note that the service did not provide it. */
function known(value: unknown): unknown {
  return value ?? html`<span class="quiet">${t("not provided")}</span>`;
}

function yesNo(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : value ? t("Yes") : t("No");
}

/** Renders a table that scrolls sideways on its own if the panel is narrow. */
function table(
  label: string,
  heads: readonly string[],
  rows: readonly TemplateResult[],
): TemplateResult {
  return html`<div class="table-scroll" role="group" tabindex="0" aria-label=${label}>
    <table class="data">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
