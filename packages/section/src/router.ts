/** The one door to the router: a section takes navigation from here, so that an upgrade is the shell's business alone. */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  NavLink,
  Navigate,
  Outlet,
  Route,
  Routes,
  generatePath,
  matchPath,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams as useSearch,
} from 'react-router-dom'
