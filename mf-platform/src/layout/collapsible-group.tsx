import { type ReactNode, useId } from 'react'
import { useHost, usePreferences } from '@holdall/section'
import { Icon } from '@holdall/ui'
import { ChevronDown, ChevronRight } from '@holdall/ui/icons'
import styled from 'styled-components'

const Title = styled.h2`
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  letter-spacing: 0;
  color: var(--text-3);
  button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    inline-size: 100%;
    min-block-size: 28px;
    padding-inline: 10px;
    border-radius: 7px;
    color: inherit;
    font: inherit;
    text-align: start;
    &:hover {
      background: var(--hover);
      color: var(--text);
    }
  }
  @media (pointer: coarse) {
    button {
      min-block-size: 44px;
    }
  }
`

interface CollapsibleGroupProps {
  /** Under which the browser remembers that it is collapsed. */
  readonly id: string
  readonly title: ReactNode
  readonly children: ReactNode
}

/** A group of the sidebar, which collapses. */
export function CollapsibleGroup({ id, title, children, ...rest }: CollapsibleGroupProps) {
  const { preferences } = useHost()
  const { collapsedGroups } = usePreferences()
  const isCollapsed = collapsedGroups.includes(id)
  const titleId = useId()
  const contentId = useId()
  const toggle = () => {
    const others = collapsedGroups.filter((other) => other !== id)
    preferences.set('collapsedGroups', isCollapsed ? others : [...others, id])
  }
  return (
    <nav aria-labelledby={titleId} {...rest}>
      <Title>
        <button type="button" aria-expanded={!isCollapsed} aria-controls={contentId} onClick={toggle}>
          <span id={titleId}>{title}</span>
          <Icon as={isCollapsed ? ChevronRight : ChevronDown} size={14} flip />
        </button>
      </Title>
      <div id={contentId} hidden={isCollapsed}>
        {isCollapsed ? null : children}
      </div>
    </nav>
  )
}
