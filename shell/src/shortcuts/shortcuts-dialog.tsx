import { FurtherIntl, type SectionMessages } from '@holdall/section'
import { Heading, Kbd, modifierLabel } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import ar from './messages/ar.json'
import de from './messages/de.json'
import enUS from './messages/en-US.json'

/** In one file with the dialog, which is loaded when it is opened first. */
const shortcutMessages: SectionMessages = {
  'en-US': () => Promise.resolve(enUS),
  de: () => Promise.resolve(de),
  ar: () => Promise.resolve(ar),
}

/** By group, the message id of what keys do, and the keys: `key.…` is a message id, `mod` the key for commands. */
const groups = {
  list: [
    ['move', ['key.arrows'], ['key.home'], ['key.end']],
    ['find', ['key.letters']],
    ['open', ['key.enter']],
    ['preview', ['key.space']],
    ['range', ['key.shift', 'key.arrows']],
    ['all', ['mod', 'A']],
    ['clear', ['key.escape']],
    ['menu', ['key.shift', 'F10']],
    ['rename', ['F2']],
    ['copy', ['mod', 'C']],
    ['cut', ['mod', 'X']],
    ['paste', ['mod', 'V']],
    ['delete', ['key.delete']],
  ],
  everywhere: [
    ['search', ['/'], ['mod', 'K']],
    ['undo', ['mod', 'Z']],
    ['shortcuts', ['?']],
  ],
} as const

const Keys = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px 16px;
  margin: 8px 0 0;
  font-size: var(--t-14);
  line-height: 24px;
  dd {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    justify-content: end;
    margin: 0;
  }
`

/** The keys of lists and of every page. */
export const ShortcutsDialog = ({ close }: { readonly close: () => void }) => (
  <FurtherIntl further={shortcutMessages}>
    <Shortcuts close={close} />
  </FurtherIntl>
)

function Shortcuts({ close }: { readonly close: () => void }) {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id: `shortcuts.${id}` })
  const labelOf = (key: string) =>
    key === 'mod' ? modifierLabel(intl.locale) : key.startsWith('key.') ? text(key) : key
  return (
    <Dialog open onClose={close} title={text('title')} closeLabel={intl.formatMessage({ id: 'close' })}>
      {Object.entries(groups).map(([group, shortcuts]) => (
        <section key={group}>
          <Heading as="h3" style={{ fontSize: 'var(--t-14)' }}>
            {text(group)}
          </Heading>
          <Keys>
            {shortcuts.map(([action, ...combinations]) => (
              <div key={action} style={{ display: 'contents' }}>
                <dt>{text(action)}</dt>
                <dd>
                  {combinations.map((keys) => (
                    <Kbd key={keys.join('+')}>{keys.map(labelOf).join(' ')}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </Keys>
        </section>
      ))}
    </Dialog>
  )
}
