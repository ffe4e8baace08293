-- Numbers of an older database: phone numbers that were stored as people typed them, before they were E.164.

-- Only a number with its country code is certain: the same text means different numbers in different countries.
create function app.phone_with_country_code(typed text) returns text language sql immutable set search_path = '' as $$
  select app.phone_of(regexp_replace(t.parts[1], '^(00|[+]00)', '+') || coalesce(';ext=' || t.parts[2], ''))
  from (select regexp_match(regexp_replace(lower(translate(typed, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९０１２３４５６７８９＋',
      '0123456789012345678901234567890123456789+')), '\(0\)|[^0-9+a-z#;=]', '', 'g'),
    '^((?:[+]|00)[0-9]+)(?:(?:;ext=|x|ext|extension|#)([0-9]{1,6}))?$') as parts) t
$$;
comment on function app.phone_with_country_code is
  'The number in E.164 form, perhaps with ;ext=, if the text has the country code; otherwise null.';

create function public.doubtful_numbers(after_id bigint default 0) returns setof public.doubtful_number
rows 100 language sql stable security definer set search_path = '' as $$
  select d.id, d."column", d.row_id, d.number, s.country from app.doubtful_numbers d join public.settings s on s.id = 1
  where d.id > doubtful_numbers.after_id order by d.id limit 500
$$;
comment on function public.doubtful_numbers is
  'The next 500 phone numbers of an older database that still have to be settled, in the order of their ids. For the '
  'secret key.';
grant execute on function public.doubtful_numbers(bigint) to service_role;
