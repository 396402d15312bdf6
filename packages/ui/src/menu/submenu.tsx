import { useState, type ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { Icon, type IconType } from '../icon/icon.tsx'
import { useIsPhone } from '../theme/media.ts'
import { Item, Positioner, Shortcut, SubmenuItem, SubmenuPanel, Words } from './menu-styles.tsx'
import { scrollHints } from './scroll-hints.ts'

export type SubmenuProps = {
  label: ReactNode
  icon?: IconType | undefined
  /** Its entries. */
  children: ReactNode
}

const Beside = ({ label, icon, children }: SubmenuProps) => (
  <Base.SubmenuRoot>
    <SubmenuItem>
      {icon ? <Icon as={icon} /> : null}
      <Words>{label}</Words>
      <Shortcut>
        <Icon as={ChevronRight} size={16} flip />
      </Shortcut>
    </SubmenuItem>
    <Base.Portal>
      {/* Where neither side has room for it, it covers a part of the menu. */}
      <Positioner sideOffset={2} alignOffset={-6} collisionPadding={8} sticky>
        <SubmenuPanel ref={scrollHints}>{children}</SubmenuPanel>
      </Positioner>
    </Base.Portal>
  </Base.SubmenuRoot>
)

/** The last entry is scrolled into view, where the sheet is as high as the window. */
const revealEnd = (group: HTMLElement | null) => group?.lastElementChild?.scrollIntoView({ block: 'nearest' })

const InPlace = ({ label, icon, children }: SubmenuProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Item closeOnClick={false} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {icon ? <Icon as={icon} /> : null}
        <Words>{label}</Words>
        <Shortcut>
          <Icon as={isOpen ? ChevronUp : ChevronDown} size={16} />
        </Shortcut>
      </Item>
      {isOpen ? <Base.Group ref={revealEnd}>{children}</Base.Group> : null}
    </>
  )
}

/** An entry with further ones: in a menu beside it, and on a phone below it in the same sheet. */
export const Submenu = (props: SubmenuProps) => (useIsPhone() ? <InPlace {...props} /> : <Beside {...props} />)
