import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import type { Columns } from '../browser.ts'
import { SkeletonCells } from '../list/FileRow.tsx'
import { RowBox } from '../list/styles.ts'

const Fading = styled.div.attrs({ role: 'status' })`
  position: relative;
  padding-block-start: 41px;
  mask-image: linear-gradient(#000, transparent);
  @container pane (max-width: 560px) {
    padding-block-start: 0;
  }
`
const Line = styled(RowBox)`
  position: relative;
`

/** Shorter waits show nothing: a flash is worse than a pause. */
const DELAY = 200

/** Rows to come, once waiting is worth mentioning. */
export function SkeletonList({ columns }: { readonly columns: Columns }) {
  const intl = useIntl()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setLate(true)
    }, DELAY)
    return () => {
      window.clearTimeout(timer)
    }
  }, [])
  if (!late) return null
  return (
    <Fading aria-label={intl.formatMessage({ id: 'browser.loading' })}>
      <div aria-hidden>
        {Array.from({ length: 10 }, (_, index) => (
          <Line key={index} $columns={columns}>
            <SkeletonCells columns={columns} index={index} />
          </Line>
        ))}
      </div>
    </Fading>
  )
}
