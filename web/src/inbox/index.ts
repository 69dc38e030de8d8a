// The entry of the page: the inbox with all its parts.
import "./list";
import "./inbox";
import "../card";
export * from "./shared";
