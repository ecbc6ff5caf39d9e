import { css } from "lit";

export const detailStyles = css`
  .detail-facts {
    display: grid;
    grid-template-columns: minmax(64px, max-content) 1fr;
    gap: 4px 16px;
  }

  .detail-facts dt {
    color: var(--quiet);
  }

  .detail-section,
  .detail-question {
    margin-top: 16px;
  }

  .detail-section {
    margin-bottom: 4px;
  }

  .detail-question h3 {
    font-weight: normal;
  }

  .detail-question h3 .code {
    font-weight: 600;
  }

  .detail-text {
    margin-left: 4px;
  }

  .choices li {
    display: flex;
    gap: 8px;
    padding-top: 4px;
  }

  .choices li > .code {
    flex: none;
    min-width: 24px;
    color: var(--quiet);
  }

  .choices .codicon {
    flex: none;
    line-height: 20px;
  }

  .choices .offered {
    color: var(--quiet);
  }

  .other-text {
    margin-left: 4px;
  }
`;
