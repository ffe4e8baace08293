-- Own profile: names, contacts, language, picture and bank details, changed by their owner.

create function app.email_of(input text) returns text language sql immutable set search_path = '' as $$
  select lower(btrim(input)) where length(btrim(input)) <= 254
    and btrim(input) ~* '^[a-z0-9._%+''-]+@[a-z0-9-]+([.][a-z0-9-]+)*[.][a-z]{2,}$'
$$;
comment on function app.email_of is 'An e-mail address in lower case; null if invalid.';
