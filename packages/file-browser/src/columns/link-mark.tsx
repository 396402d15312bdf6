import type { Entry } from '@holdall/api'
import { Icon, VisuallyHidden } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { isExpired } from '../format/expiry.ts'
import { linkIconOf } from './columns.tsx'

const Mark = styled.span`
  display: grid;
  flex: none;
  inline-size: 14px;
  &[data-expired] {
    color: var(--warn-text);
  }
`

/** Shows that an entry has a public link; nothing for another entry. */
export function LinkMark({ entry }: { readonly entry: Entry }) {
  const share = entry.relationships.shared?.data
  if (!share) return null
  const expired = isExpired(share)
  return (
    <Mark data-link data-expired={expired || undefined}>
      <Icon as={linkIconOf(share)} size={14} />
      <VisuallyHidden>
        <FormattedMessage id={expired ? 'browser.link_expired' : 'browser.link'} />
      </VisuallyHidden>
    </Mark>
  )
}
