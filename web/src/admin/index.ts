// The entry of a hub's pages for who administers or keeps order. Nobody else loads it.

import "./admin";
