import { Navigate } from '@holdall/section'
import { Heading } from '@holdall/ui'
import styled from 'styled-components'
import { ShareFacts } from './share-facts.tsx'
import { ShareGate } from './share-gate.tsx'

const Visit = styled.div`
  inline-size: min(100%, 1120px);
  margin-inline: auto;
  padding: 24px 24px 64px;
`

/** A link to a folder, and the folders inside it. */
export function ShareFolderPage() {
  return (
    <ShareGate>
      {(share) =>
        share.type === 'folder' ? (
          <Visit>
            <Heading as="h1" variant="page" dir="auto">
              {share.name}
            </Heading>
            <ShareFacts share={share} />
          </Visit>
        ) : (
          <Navigate to={`/share/${share.token}/file`} replace />
        )
      }
    </ShareGate>
  )
}
