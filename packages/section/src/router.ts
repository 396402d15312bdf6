/** The only module that imports the router: sections take navigation from here, so that only the shell upgrades it. */
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
