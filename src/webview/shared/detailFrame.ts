import { css } from "lit";

/** The place beside a grid for one of its rows, with a border that can be moved; in a narrow panel it takes the grid's place. */
export const detailFrame = css`
  .detail-sash {
    flex: none;
    width: 4px;
    border-left: 1px solid var(--border);
  }

  .detail-place {
    flex: 0 1 auto;
    width: var(--detail-width);
    min-width: 0;
    max-width: 60%;
  }

  .detail {
    display: flex;
    flex-direction: column;
    height: 100%;
  }

  .detail-head {
    flex: none;
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: 44px;
    padding: 0 8px 0 12px;
    border-bottom: 1px solid var(--border);
    white-space: nowrap;
  }

  .detail-head h2 {
    flex: 1 1 auto;
    font-weight: 600;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .detail-body {
    flex: 1 1 0;
    min-height: 0;
    overflow: auto;
    padding: 8px 12px 24px;
    overflow-wrap: anywhere;
  }

  @media (height < 480px) {
    .detail-head {
      min-height: 32px;
    }
  }

  @media (width < 700px) {
    /* Out of sight with its size, so that it keeps its scroll position. */
    .beside-detail {
      position: absolute;
      inset: 0;
      visibility: hidden;
    }

    .detail-sash {
      display: none;
    }

    .detail-place {
      flex: 1 1 0;
      width: auto;
      max-width: none;
    }
  }
`;
