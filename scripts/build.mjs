import { onWorkspaceNode } from './workspace-node.mjs'

onWorkspaceNode('packages/build/src/cli.ts', 'build')
