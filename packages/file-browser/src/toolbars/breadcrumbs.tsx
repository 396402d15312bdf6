import { Link, useNavigate } from '@holdall/section'
import { Icon, IconButton, LazyMenu, Skeleton, useIsPhone } from '@holdall/ui'
import { ArrowLeft, ChevronRight } from '@holdall/ui/icons'
import { Fragment, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import type { FolderPath } from '../folder-data/file-source.ts'

/** Maximum width of a name in the path, in pixels. The last name has no maximum, and the top is never cut off. */
const MAX_NAME_PX = 240

const Nav = styled.nav`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 4px;
  min-inline-size: 0;
  font-size: var(--t-18);
  line-height: 28px;
  letter-spacing: -0.016em;
  a,
  button {
    padding: 2px 6px;
    margin-inline-start: -6px;
    border-radius: 6px;
    color: var(--text-3);
    font-weight: var(--w-medium);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    &:hover {
      background: var(--hover);
      color: var(--text);
    }
  }
  a {
    /* The names before the last one shrink first. */
    flex-shrink: 1000;
    min-inline-size: 40px;
    max-inline-size: ${MAX_NAME_PX}px;
  }
  a:first-child {
    flex: none;
    max-inline-size: 210px;
  }
  & > button {
    flex: none;
  }
  a[data-drop] {
    background: var(--selected);
    box-shadow: inset 0 0 0 2px var(--accent-solid);
  }
  & > svg {
    color: var(--control-line);
    margin-inline: 0 4px;
  }
  h1 {
    min-inline-size: 48px;
    overflow: hidden;
    padding-inline: 0 4px;
    font-weight: var(--w-semi);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (max-width: 640px) {
    font-size: var(--t-20);
    & > button {
      margin-inline-start: -12px;
      padding: 0;
    }
  }
`

const Emoji = styled.span`
  flex: none;
  font-family: var(--emoji-font);
  letter-spacing: 0;
`

export interface BreadcrumbsProps {
  /** Name of the top. */
  readonly home: string
  /** Path to the shown folder; null while it is not known. */
  readonly path: FolderPath | null
  /** Address of a folder; null is the top. */
  readonly to: (folderId: string | null) => string
  /** Whether entries can be dropped on the top; default: true. */
  readonly isTopDropTarget?: boolean
}

/** Ancestors that are shown; the ones before them are in a menu. */
const MAX_SHOWN = 2

/** The path to the shown folder. The last name is the page's heading; on a phone only that name is shown. */
export function Breadcrumbs({ home, path, to, isTopDropTarget = true }: BreadcrumbsProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const phone = useIsPhone()
  const nav = useRef<HTMLElement>(null)
  const ancestors = path?.ancestors ?? []
  const shown = useShownCount(nav, Math.min(MAX_SHOWN, ancestors.length), ancestors.map(({ id }) => id).join())
  if (path && !path.current) {
    return (
      <Nav as="div">
        <h1>{home}</h1>
      </Nav>
    )
  }
  const title = path?.current ? (
    <>
      {path.current.emoji ? <Emoji aria-hidden>{path.current.emoji}</Emoji> : null}
      <h1 dir="auto" title={path.current.name} aria-current="page">
        {path.current.name}
      </h1>
    </>
  ) : (
    <Skeleton width={140} height={20} />
  )
  const label = intl.formatMessage({ id: 'browser.path' })
  if (phone) {
    const parent = ancestors.at(-1)
    return (
      <Nav aria-label={label}>
        <IconButton
          icon={ArrowLeft}
          iconSize={20}
          flip
          label={intl.formatMessage({ id: 'browser.up' }, { name: parent?.name ?? home })}
          onClick={() => void navigate(to(parent?.id ?? null))}
        />
        {title}
      </Nav>
    )
  }
  const hidden = ancestors.slice(0, ancestors.length - shown)
  const arrow = <Icon as={ChevronRight} size={18} flip />
  return (
    <Nav aria-label={label} ref={nav}>
      <Link to={to(null)} {...(isTopDropTarget && { 'data-folder': '' })}>
        {home}
      </Link>
      {arrow}
      {hidden.length > 0 ? (
        <>
          <LazyMenu
            label={intl.formatMessage({ id: 'browser.path_more' })}
            trigger={
              <button type="button" aria-label={intl.formatMessage({ id: 'browser.path_more' })}>
                …
              </button>
            }
            items={hidden.map(({ id, name }) => ({
              kind: 'action',
              id,
              label: <bdi>{name}</bdi>,
              onSelect: () => void navigate(to(id)),
            }))}
          />
          {arrow}
        </>
      ) : null}
      {ancestors.slice(ancestors.length - shown).map(({ id, name }) => (
        <Fragment key={id}>
          <Link to={to(id)} dir="auto" title={name} data-folder={id}>
            {name}
          </Link>
          {arrow}
        </Fragment>
      ))}
      {title}
    </Nav>
  )
}

/** How many ancestors fit. Ancestors move into the menu before a name is cut off. */
function useShownCount(nav: RefObject<HTMLElement | null>, max: number, path: string): number {
  const [{ of, shown }, setState] = useState({ of: path, shown: max })
  const current = of === path ? Math.min(shown, max) : max
  const width = useRef(0)
  useLayoutEffect(() => {
    const element = nav.current
    if (!element) return undefined
    width.current ||= element.clientWidth
    const isCut = () =>
      [...element.querySelectorAll('a:not(:first-child)')].some(
        (link) => link.clientWidth < Math.min(MAX_NAME_PX, link.scrollWidth) - 1,
      )
    // oxlint-disable-next-line react/set-state-in-effect -- what fits is known once it is laid out, before it is painted.
    if (current > 0 && isCut()) setState({ of: path, shown: current - 1 })
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > width.current) setState({ of: path, shown: max })
      else if (current > 0 && isCut()) setState({ of: path, shown: current - 1 })
      width.current = element.clientWidth
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [nav, current, max, path])
  return current
}
