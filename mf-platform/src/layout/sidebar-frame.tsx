import { Link, useHost } from '@holdall/section'
import { Wordmark } from '@holdall/ui'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { dropStyles } from './folder-row-styles.ts'
import { StorageCard } from './storage-card.tsx'

const Side = styled.aside`
  display: flex;
  flex-direction: column;
  block-size: 100%;
  min-block-size: 0;
  padding: 16px 14px 12px 2px;
  [dir='rtl'] & {
    padding: 16px 2px 12px 14px;
  }
`
const Head = styled.div`
  display: flex;
  align-items: center;
  block-size: 40px;
  flex: none;
  margin-block-end: 16px;
  padding-inline-start: 10px;
`
const Scroll = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: 20px;
  min-block-size: 0;
  margin-inline: -4px;
  padding-inline: 4px;
  overflow: auto;
  scrollbar-width: none;
`
export const SidebarLinks = styled.nav`
  display: grid;
  gap: 1px;
`
export const SidebarItem = styled(Link)`
  display: flex;
  align-items: center;
  gap: 10px;
  block-size: 36px;
  min-inline-size: 0;
  padding-inline: 10px;
  border-radius: 9px;
  color: var(--text-2);
  font-weight: var(--w-medium);
  transition: background var(--m-fast) var(--ease);
  ${dropStyles}
  & > svg {
    color: var(--icon);
  }
  &:hover {
    background: var(--hover);
    color: var(--text);
  }
  &[aria-current] {
    background: color-mix(in srgb, var(--accent-soft-2), var(--canvas) 30%);
    color: var(--accent-text);
    & > svg {
      color: inherit;
    }
  }
`

/** The name of the installation above the links of a sidebar, and the used storage below them. */
export function SidebarFrame({ children }: { readonly children: ReactNode }) {
  const { config } = useHost()
  const intl = useIntl()
  return (
    <Side aria-label={intl.formatMessage({ id: 'frame.sidebar' })}>
      <Head>
        <Wordmark name={config.name} />
      </Head>
      <Scroll>{children}</Scroll>
      <StorageCard />
    </Side>
  )
}
