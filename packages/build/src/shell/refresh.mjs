import * as refresh from 'react-refresh/runtime'

// One refresh runtime for the shell and every section beside it: with one each, a change would lose its state.
Object.assign(globalThis, { holdallRefresh: refresh })
