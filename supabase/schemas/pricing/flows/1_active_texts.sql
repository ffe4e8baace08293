-- Active texts: the languages and texts that a page reads, in one small response. Browsers ask with an ETag whether the
-- response has changed.
-- Access: everyone may call the function, which runs with the caller's rights
-- Tests:  tests/db/active_texts.sql, tests/api/rest/active-texts.test.ts

-- Returns the languages and texts that a page reads. Sets response.headers and response.status, which PostgREST sends.
-- The browser caches the response and repeats the request with If-None-Match by itself, so pages of another origin need
-- no custom header.
create function public.active_texts(locale text default null, with_default boolean default false) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_reply jsonb;
  v_version text;
  v_known text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'if-none-match';
begin
  select jsonb_build_object(
    'languages', coalesce(jsonb_agg(jsonb_build_object('locale', l.lang_locale, 'name', l.lang_name,
      'date_locale', l.date_locale)
      order by l.is_default desc, l.lang_name, l.id), '[]'),
    'texts', coalesce((jsonb_agg(l.key_value_pairs) filter (where l.lang_locale = active_texts.locale)) -> 0, '{}'),
    'default_texts', coalesce((jsonb_agg(l.key_value_pairs) filter (where l.is_default
      and active_texts.with_default)) -> 0, '{}'))
  into v_reply from public.languages l;
  v_version := md5(v_reply::text);
  perform set_config('response.headers', jsonb_build_array(jsonb_build_object('ETag', format('"%s"', v_version)),
    jsonb_build_object('Cache-Control', 'no-cache'))::text, true);
  if current_setting('request.method', true) in ('GET', 'HEAD')
    and position(format('"%s"', v_version) in v_known) > 0 then
    perform set_config('response.status', '304', true);
    return null;
  end if;
  return v_reply || jsonb_build_object('version', v_version);
end $$;
comment on function public.active_texts is
  'The available languages, the default first, and the operator''s texts of one language by namespace and key. '
  'with_default also includes the texts of the default language, which a page needs if it has no built-in texts in '
  'the language. GET with an ETag; 304 if unchanged.';
grant execute on function public.active_texts(text, boolean) to anon, authenticated, service_role;
