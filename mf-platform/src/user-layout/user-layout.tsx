import { TopBar } from '@holdall/file-browser'
import { Link, useHost, useNavigate } from '@holdall/section'
import { IconButton, useIsPhone } from '@holdall/ui'
import { ArrowLeft } from '@holdall/ui/icons'
import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useLiveFileUpdates } from '../entries/use-live-file-updates.ts'
import { DrawerButton, PageFrame } from '../layout/page-frame.tsx'
import { type UserPageId, userPages } from './user-pages.ts'
import { UserSidebar } from './user-sidebar.tsx'

const Bar = styled(TopBar)`
  padding-inline-start: 32px;
  h1 {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    font-size: var(--t-18);
    line-height: 28px;
    font-weight: var(--w-semi);
    letter-spacing: -0.016em;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (max-width: 1023px) {
    padding-inline-start: 24px;
  }
  @media (max-width: 640px) {
    padding-inline-start: 8px;
    h1 {
      font-size: var(--t-20);
    }
  }
`
const Tabs = styled.nav`
  display: flex;
  flex: none;
  gap: 4px;
  padding-inline: 16px;
  overflow-x: auto;
  scrollbar-width: none;
  box-shadow: inset 0 -1px 0 var(--line);
  /* Tabs beyond an edge: it fades. */
  --before: 0px;
  --after: 0px;
  --to: right;
  &:dir(rtl) {
    --to: left;
  }
  &[data-before] {
    --before: 40px;
  }
  &[data-after] {
    --after: 40px;
  }
  mask-image: linear-gradient(
    to var(--to),
    transparent,
    #000 var(--before),
    #000 calc(100% - var(--after)),
    transparent
  );
  a {
    display: grid;
    place-items: center;
    flex: none;
    block-size: 44px;
    padding-inline: 10px;
    color: var(--text-2);
    font-weight: var(--w-medium);
    &:focus-visible {
      outline-offset: -2px;
    }
    &[aria-current] {
      color: var(--accent-text);
      box-shadow: inset 0 -2px 0 var(--accent-solid);
    }
  }
`
const Content = styled.section`
  container: content / inline-size;
  flex: 1;
  overflow: auto;
  padding: 8px 32px 64px;
  scrollbar-width: thin;
  scrollbar-color: var(--line-2) transparent;
  &:focus-visible {
    outline-offset: -2px;
  }
  & > div {
    max-inline-size: 960px;
  }
  @media (max-width: 1023px) {
    padding-inline: 24px;
  }
  @media (max-width: 640px) {
    padding: 20px 16px 40px;
  }
`

/** Sidebar, header and content of a page of the account. On a phone, tabs and a way back are in place of the sidebar. */
export function UserLayout({ page, children }: { readonly page: UserPageId; readonly children: ReactNode }) {
  useLiveFileUpdates()
  const phone = useIsPhone()
  const titleId = useId()
  const { labelId } = userPages.find(({ id }) => id === page) ?? userPages[0]
  return (
    <PageFrame sidebar={<UserSidebar page={page} />}>
      <Bar as="header">
        {phone ? <BackToFiles /> : <DrawerButton />}
        <h1 id={titleId} tabIndex={-1}>
          <FormattedMessage id={labelId} />
        </h1>
      </Bar>
      {phone ? <PageTabs page={page} /> : null}
      {/* Focusable, so that the keyboard can scroll it where nothing in it is. */}
      <Content aria-labelledby={titleId} tabIndex={0}>
        <div>{children}</div>
      </Content>
    </PageFrame>
  )
}

function BackToFiles() {
  const intl = useIntl()
  const { navigation } = useHost()
  const navigate = useNavigate()
  return (
    <IconButton
      icon={ArrowLeft}
      flip
      label={intl.formatMessage({ id: 'user.to_files' })}
      onClick={() => void navigate(navigation.href('Files'))}
    />
  )
}

function mark(dataset: DOMStringMap, name: string, isMarked: boolean) {
  if (isMarked) dataset[name] = ''
  else delete dataset[name]
}

function PageTabs({ page }: { readonly page: UserPageId }) {
  const intl = useIntl()
  const current = useRef<HTMLAnchorElement>(null)
  const tabs = useRef<HTMLElement>(null)
  const markEdges = useCallback(() => {
    const element = tabs.current
    if (!element) return
    const { scrollLeft, scrollWidth, clientWidth, dataset } = element
    // Negative from right to left.
    const scrolled = Math.abs(scrollLeft)
    mark(dataset, 'before', scrolled > 1)
    mark(dataset, 'after', scrolled + clientWidth < scrollWidth - 1)
  }, [])
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
    markEdges()
    addEventListener('resize', markEdges)
    return () => {
      removeEventListener('resize', markEdges)
    }
  }, [page, markEdges])
  return (
    <Tabs ref={tabs} onScroll={markEdges} aria-label={intl.formatMessage({ id: 'user.pages' })}>
      {userPages.map(({ id, path, labelId }) => (
        <Link key={id} to={path} {...(id === page && { 'aria-current': 'page', ref: current })}>
          <FormattedMessage id={labelId} />
        </Link>
      ))}
    </Tabs>
  )
}
