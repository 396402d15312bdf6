import { Avatar } from '@holdall/ui'
import { FormattedDate, FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import type { OpenShare } from './share.queries.ts'

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  margin-block-start: 4px;
  font-size: var(--t-13);
  line-height: 20px;
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
  small {
    font: inherit;
    color: var(--text-3);
  }
  /* A line each, without the point between them. */
  @media (max-width: 640px) {
    small[aria-hidden] {
      display: none;
    }
    small:last-child {
      flex-basis: 100%;
    }
  }
`

/** Who shared it and until when. */
export function ShareFacts({ share }: { readonly share: OpenShare }) {
  return (
    <Line>
      {share.owner ? (
        <>
          <Avatar name={share.owner} size={20} decorative />
          <span>
            <FormattedMessage id="share.shared_by" values={{ owner: <bdi key="owner">{share.owner}</bdi> }} />
          </span>
        </>
      ) : null}
      {share.owner ? <small aria-hidden>·</small> : null}
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
    </Line>
  )
}
