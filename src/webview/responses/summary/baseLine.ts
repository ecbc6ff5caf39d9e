import { countText } from "../../../model/numberText.ts";
import { unansweredOf, unweightedOf, type SummarisedQuestion } from "../../../charts/question.ts";
import { t, words } from "../../shared/l10n.ts";

/**
 * Says how many answered, of how many, and why others did not: "2,713 answered of 2,800 asked · 87 no answer · 12 not
 * shown".
 */
export function baseLine({ column, summary, base, weighting }: SummarisedQuestion): string {
  const unweighted = unweightedOf(summary.bases, base);
  const { all, asked, answered, missing = 0 } = summary.bases;
  const count = (it: number): string => countText(it, words);
  const { noAnswer, notShown } = unansweredOf(summary.bases);
  const facts: string[] = [];
  if (column.kind !== "variable") {
    facts.push(t("{0} of {1} with a value", count(answered), count(all)));
  } else if (asked === undefined) {
    facts.push(t("{0} of {1} answered", count(answered), count(all)));
    if (noAnswer > 0) {
      facts.push(t("{0} no answer or not shown", count(noAnswer)));
    }
  } else {
    facts.push(t("{0} answered of {1} asked", count(answered), count(asked)));
    if (noAnswer > 0) {
      facts.push(t("{0} no answer", count(noAnswer)));
    }
    if (notShown > 0) {
      facts.push(t("{0} not shown", count(notShown)));
    }
  }
  if (missing > 0) {
    facts.push(t("{0} missing by their code", count(missing)));
  }
  if (weighting) {
    facts.push(t("weighted by {0}", weighting.name));
  }
  if (unweighted !== undefined) {
    facts.push(t("unweighted n {0}", count(unweighted)));
  }
  return facts.join(" · ");
}
