import { SheetMenu } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Icon } from '@holdall/ui'
import { ChevronDown, Folder } from '@holdall/ui/icons'
import type { MenuEntry } from '@holdall/ui/menu'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { useFavourites } from '../favourites/favourite-ids.ts'
import { openEntry } from '../entries/open-action.ts'
import { collaborationPages, firstPages, labelOf, type PageId, type pages } from './platform-pages.ts'

const Title = styled.h1`
  font-size: var(--t-20);
  line-height: 28px;
  letter-spacing: -0.016em;
  button {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 44px;
    font-weight: var(--w-semi);
    border-radius: 6px;
  }
  svg {
    color: var(--icon);
  }
`

/** On a phone the title opens the list of the other pages and of the favourites. */
export function MobilePageMenu({ page }: { readonly page: PageId }) {
  const { navigation } = useHost()
  const intl = useIntl()
  const favourites = useFavourites()
  const favouriteEntries: MenuEntry[] =
    favourites.length === 0
      ? []
      : [
          { kind: 'separator', id: 'favourites-line' },
          { kind: 'label', id: 'favourites', label: intl.formatMessage({ id: 'favourites.title' }) },
          ...favourites.map((folder): MenuEntry => ({
            kind: 'action',
            id: folder.id,
            icon: Folder,
            label: <bdi>{folder.attributes.name}</bdi>,
            onSelect: () => {
              openEntry(folder, navigation)
            },
          })),
        ]
  const choiceOf = ({ id, route, labelId, icon }: (typeof pages)[number]): MenuEntry => ({
    kind: 'choice',
    id,
    icon,
    label: intl.formatMessage({ id: labelId }),
    checked: id === page,
    onSelect: () => {
      navigation.go({ name: route })
    },
  })
  return (
    <Title>
      <SheetMenu
        label={intl.formatMessage({ id: 'frame.places' })}
        items={[
          ...firstPages.map(choiceOf),
          { kind: 'separator', id: 'collaboration-line' },
          { kind: 'label', id: 'collaboration', label: intl.formatMessage({ id: 'frame.collaboration' }) },
          ...collaborationPages.map(choiceOf),
          ...favouriteEntries,
        ]}
        trigger={
          <button type="button">
            {intl.formatMessage({ id: labelOf(page) })}
            <Icon as={ChevronDown} size={16} />
          </button>
        }
      />
    </Title>
  )
}
