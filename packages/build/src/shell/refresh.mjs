import * as refresh from 'react-refresh/runtime'

// One refresh runtime for the shell and all sections: with one each, edited components would lose their state.
Object.assign(globalThis, { holdallRefresh: refresh })
