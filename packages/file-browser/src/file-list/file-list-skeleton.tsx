import { type ReactNode, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import type { Columns } from '../columns/columns.tsx'
import { SkeletonCells } from './file-row.tsx'
import { RowBox } from './file-list-styles.ts'

const Fading = styled.div.attrs({ role: 'status' })`
  position: relative;
  mask-image: linear-gradient(#000, transparent);
`
const Lines = styled.div`
  padding-block-start: 41px;
  @container pane (max-width: 560px) {
    padding-block-start: 0;
  }
`
const Line = styled(RowBox)`
  position: relative;
`

/** Nothing is shown before this, so that a short wait does not flash. */
const DELAY_MS = 200

/** Placeholder rows of a folder that is loading, shown after a delay. */
export function SkeletonList({ columns }: { readonly columns: Columns }) {
  return (
    <SkeletonFrame>
      <Lines>
        {Array.from({ length: 10 }, (_, index) => (
          <Line key={index} $columns={columns}>
            <SkeletonCells columns={columns} index={index} />
          </Line>
        ))}
      </Lines>
    </SkeletonFrame>
  )
}

/** Placeholders that fade downward, shown after a delay. */
export function SkeletonFrame({ children }: { readonly children: ReactNode }) {
  const intl = useIntl()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setShown(true)
    }, DELAY_MS)
    return () => {
      window.clearTimeout(timer)
    }
  }, [])
  if (!isShown) return null
  return (
    <Fading aria-label={intl.formatMessage({ id: 'browser.loading' })}>
      <div aria-hidden>{children}</div>
    </Fading>
  )
}
