import { useCallback, useSyncExternalStore } from 'react'
import type { Entry } from '@holdall/api'
import { Icon, VisuallyHidden } from '@holdall/ui'
import { Star } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { useBrowser } from '../browser-state/browser-context.ts'

const Mark = styled.span`
  display: inline-grid;
  flex: none;
  color: var(--amber-f);
  svg {
    fill: currentcolor;
  }
`

/** The star of a favourite; nothing for another entry. */
export function FavouriteStar({ entry: { id } }: { readonly entry: Entry }) {
  const browser = useBrowser()
  const subscribe = useCallback(
    (listener: () => void) => browser.now().favourites?.subscribe(listener) ?? (() => {}),
    [browser],
  )
  const isFavourite = useSyncExternalStore(subscribe, () => browser.now().favourites?.get().has(id) ?? false)
  if (!isFavourite) return null
  return (
    <Mark>
      <Icon as={Star} size={14} />
      <VisuallyHidden>
        <FormattedMessage id="browser.favourite" />
      </VisuallyHidden>
    </Mark>
  )
}
