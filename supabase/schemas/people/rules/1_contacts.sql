-- Contacts: finds accounts that belong to one person, by their verified e-mail addresses and numbers.
-- Access: triggers on auth.users write contacts; only the rules for benefits that each person gets once read them
-- Tests:  tests/db/contacts.sql, tests/db/attacks_money.sql

-- Gives all spellings of a mailbox the same result. Plus suffixes, dots that the mail host ignores, upper case,
-- full-width forms, invisible characters and look-alike letters of other scripts do not make another mailbox.
create function app.normalised_mailbox(email text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when m.host in ('gmail.com', 'googlemail.com') then replace(m.local, '.', '') || '@gmail.com'
    else m.local || '@' || m.host end
  from (
    select split_part(split_part(s.address, '@', 1), '+', 1) as local, rtrim(split_part(s.address, '@', 2), '.') as host
    from (select lower(translate(normalize(app.strip_invisible(btrim(normalised_mailbox.email)), nfkc),
      U&'\0430\0432\0435\043A\043C\043D\043E\0440\0441\0442\0443\0445\0456\0458\0455\0501\051B\051D\04BB\04CF\0410\0412\0415\041A\041C\041D\041E\0420\0421\0422\0423\0425\0406\0408\0405\03B1\03BF\03BD\03C1\03C4\03C5\03B9\03BA\0391\0392\0395\0396\0397\0399\039A\039C\039D\039F\03A1\03A4\03A5\03A7\0131\0261\0251',
      'abekmhopctyxijsdqwhlabekmhopctyxijsaovptuikabezhikmnoptyxiga')) as address) s) m
  where m.local <> '' and m.host <> ''
$$;
comment on function app.normalised_mailbox is
  'The mailbox of an e-mail address in one canonical spelling; null if the text is not an address.';

-- Gives all spellings of a line the same result. E.164 has two numbers for some mobile phones, which both ring: with
-- and without the digit that a country puts before mobile numbers (Argentina's 9, Mexico's former 1, Brazil's ninth
-- digit before numbers that had eight) or the prefix that it added to all numbers (Benin's 01). In Brazil only numbers
-- that were mobile before have both.
create function app.normalised_number(phone text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select nullif(regexp_replace(regexp_replace(d.digits, '^(54)9([0-9]{10})$|^(52)1([0-9]{10})$|^(229)01([0-9]{8})$',
    '\1\2\3\4\5\6'),
    '^(55[0-9]{2})9([6-9][0-9]{7})$', '\1\2'), '')
  from (select regexp_replace(split_part(normalised_number.phone, ';', 1), '[^0-9]', '', 'g') as digits) d
$$;
comment on function app.normalised_number is
  'The digits of a phone number in one canonical spelling, to recognise a person; not to be called or shown. Null '
  'without digits.';

create function app.contact_hashes(email text, phone text) returns setof text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(k.key || c.contact, 'UTF8')), 'hex')
  from app.contact_key k, unnest(array[app.normalised_mailbox(contact_hashes.email),
    app.normalised_number(contact_hashes.phone)]) c (contact) where c.contact <> ''
$$;
comment on function app.contact_hashes is
  'Hashes of an e-mail mailbox and a phone number, salted with this database''s secret, which is never exposed.';

create function app.same_person_accounts(user_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct k.user_id from (
    select h.hash from auth.users u cross join lateral app.contact_hashes(u.email, u.phone) h (hash)
      where u.id = same_person_accounts.user_id
    union select o.hash from app.known_contacts o where o.user_id = same_person_accounts.user_id) mine
  join app.known_contacts k on k.hash = mine.hash where k.user_id <> same_person_accounts.user_id
$$;
comment on function app.same_person_accounts is
  'Other accounts, active or deleted, that verified an e-mail address or number of this account.';
