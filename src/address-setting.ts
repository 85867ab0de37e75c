import { z } from "zod";

/** Settings that are addresses. */

export const address = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address like ${example}`,
    abort: true,
  });

/** A name and a password in an address would be shown wherever the address is. */
const isBare = ({ username, password, hash }: URL) => `${username}${password}${hash}` === "";
const isLocal = ({ hostname }: URL) => hostname === "localhost" || hostname === "127.0.0.1";

export const PUBLIC_URL = address(["http:", "https:"], "https://parley.example.com").refine(
  (text) => !URL.canParse(text) || (isBare(new URL(text)) && new URL(text).search === ""),
  {
    error: "must be an address alone, without a password, ? and #, like https://parley.example.com",
  },
);

export const JWKS_URL = z.string().refine(
  (text) => {
    if (!URL.canParse(text)) return false;
    const read = new URL(text);
    return (
      isBare(read) && (read.protocol === "https:" || (read.protocol === "http:" && isLocal(read)))
    );
  },
  {
    error:
      "must be an https:// address like https://issuer.example.com/.well-known/jwks.json; http:// passes on localhost only",
  },
);
