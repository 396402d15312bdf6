import { Avatar } from '@holdall/ui'
import { FormattedDate, FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import type { OpenShare } from './public-link-queries.ts'

/** Facts below the name of a folder: a span, then smalls. */
export const DetailsLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 20px;
  margin-block-start: 4px;
  overflow: clip;
  font-size: var(--t-13);
  line-height: 20px;
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
  & > span {
    display: inline-flex;
    align-items: center;
    gap: 8px;
  }
  small {
    position: relative;
    font: inherit;
    color: var(--text-3);
    /* A separator in the gap before the item; clipped at the start of a line. */
    &::before {
      position: absolute;
      inset-inline-start: -20px;
      inline-size: 20px;
      text-align: center;
      content: '·' / '';
    }
  }
  @media (max-width: 640px) {
    small {
      flex-basis: 100%;
    }
  }
`

/** The owner and the expiry of the link. */
export function PublicLinkDetails({ share }: { readonly share: OpenShare }) {
  return (
    <DetailsLine>
      {share.owner ? (
        <span>
          <Avatar {...share.owner} size={20} decorative />
          <span>
            <FormattedMessage id="share.shared_by" values={{ owner: <bdi key="owner">{share.owner.name}</bdi> }} />
          </span>
        </span>
      ) : null}
      <small>
        {share.expiresAt ? (
          <FormattedMessage
            id="share.until"
            values={{
              date: <FormattedDate key="date" value={share.expiresAt} dateStyle="medium" timeStyle="short" />,
            }}
          />
        ) : (
          <FormattedMessage id="share.no_end" />
        )}
      </small>
      {share.canDownload ? null : (
        <small>
          <FormattedMessage id="share.downloads_off" />
        </small>
      )}
    </DetailsLine>
  )
}
