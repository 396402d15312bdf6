import type { Ancestor } from '@holdall/api'
import { Link, useNavigate } from '@holdall/section'
import { Icon, IconButton, LazyMenu, useIsPhone } from '@holdall/ui'
import { ArrowLeft, ChevronRight } from '@holdall/ui/icons'
import { Fragment } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'

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
    flex-shrink: 2;
    min-inline-size: 32px;
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

export interface BreadcrumbsProps {
  /** Name of the top. */
  readonly home: string
  /** The folder one is in; null at the top. */
  readonly current: { readonly name: string } | null
  /** From the top down to the parent of `current`. */
  readonly ancestors: readonly Ancestor[]
  /** Address of a folder; null is the top. */
  readonly to: (folderId: string | null) => string
}

/** Beyond this many, the ones in the middle go into a menu. */
const SHOWN = 2

/** Where one is. The last is the title of the page; on a phone it is all there is room for. */
export function Breadcrumbs({ home, current, ancestors, to }: BreadcrumbsProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const phone = useIsPhone()
  if (!current) {
    return (
      <Nav as="div">
        <h1>{home}</h1>
      </Nav>
    )
  }
  const title = (
    <h1 dir="auto" title={current.name} aria-current="page">
      {current.name}
    </h1>
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
  const hidden = ancestors.slice(0, -SHOWN)
  const arrow = <Icon as={ChevronRight} size={18} flip />
  return (
    <Nav aria-label={label}>
      <Link to={to(null)} data-folder="">
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
      {ancestors.slice(-SHOWN).map(({ id, name }) => (
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
