import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { Aside, Head, TargetFolder, Title } from './tray-styles.ts'

interface Props {
  readonly title: string
  /** After the title, as the time that is left. */
  readonly aside: string | null
  readonly target: ReactNode
  readonly isCollapsed: boolean
  /** Names of the button that collapses and expands. */
  readonly expand: string
  readonly collapse: string
  readonly onToggle: () => void
  /** Of the button that closes the tray; null where there is none. */
  readonly close: { readonly label: string; readonly onClick: () => void } | null
}

/** The title of a tray with the buttons that collapse and close it. */
export function TrayHead({ title, aside, target, isCollapsed, expand, collapse, onToggle, close }: Props) {
  return (
    <Head>
      <div>
        <Title>{title}</Title>
        {aside === null ? null : <Aside> · {aside}</Aside>}
        {target === null ? null : <TargetFolder>{target}</TargetFolder>}
      </div>
      <IconButton
        size="s"
        icon={isCollapsed ? ChevronUp : ChevronDown}
        aria-expanded={!isCollapsed}
        label={isCollapsed ? expand : collapse}
        onClick={onToggle}
      />
      {close ? <IconButton size="s" icon={X} label={close.label} onClick={close.onClick} /> : null}
    </Head>
  )
}
