-- Lists of people for staff, with contacts masked while the demo mode is on.
-- Needs:  profiles, audit (masking)
-- Access: admins all, fleet admins their own drivers
-- Tests:  tests/db/people.sql, tests/db/demo_mode.sql, tests/db/read_limit.sql

create function app.shown(person public.profiles) returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
begin
  if person.id is distinct from auth.uid() and app.is_person() and app.is_demo() then
    person.email := app.masked_email(person.email);
    person.mobile := app.masked_number(person.mobile);
  end if;
  return person;
end $$;
comment on function app.shown(public.profiles) is 'A person as the caller may see them: contacts masked in a demo.';

-- Planned for its arguments each time: a plan for any of them would read the whole table for one fleet.
create function public.list_people(usertype text default null, search text default null, person_id uuid default null,
  before_at timestamptz default null, before_id uuid default null, page_size integer default 50) returns setof public.profiles
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_search text := lower(nullif(btrim(list_people.search), ''));
  v_open boolean := not app.is_demo();
begin
  return query
  with l as materialized (
    select p as person from public.profiles p
    where p.deleted_at is null
      and case when list_people.usertype is null then p.usertype <> 'admin' or p.id = list_people.person_id else p.usertype = list_people.usertype end
      and (list_people.person_id is null or p.id = list_people.person_id)
      and (v_me.usertype = 'admin' or p.id in (select d.id from public.drivers d where d.fleet_id = v_me.id))
      and (list_people.before_at is null or (p.created_at <= list_people.before_at
        and (p.created_at < list_people.before_at or p.id > list_people.before_id)))
      -- Else searching would tell what masking hides.
      and (v_search is null or position(v_search in lower(p.first_name || ' ' || p.last_name)) > 0
        or v_open and position(v_search in lower(concat_ws(' ', p.email, p.referral_id))) > 0
        -- A number that somebody else has proved is not found under a name that only claims it.
        or v_open and position(v_search in p.mobile) > 0 and (p.mobile_verified or not exists (select 1 from public.profiles o
          where o.mobile_verified and regexp_replace(o.mobile, '[^0-9]', '', 'g') = regexp_replace(p.mobile, '[^0-9]', '', 'g'))))
    order by p.created_at desc, p.id
    limit least(greatest(coalesce(list_people.page_size, 50), 1), 1000)),
  counted as materialized (select app.show_rows('people', list_people.person_id, array_agg((l.person).id)) from l)
  select s.* from l cross join counted cross join lateral app.shown(l.person) s
  order by s.created_at desc, s.id;
end $$;
comment on function public.list_people is
  'People for staff, newest first; all but admins, or one usertype (admin too), or one person. search looks in names, and in contacts outside demo mode; the last row''s created_at and id as before_at and before_id give the next page. Contacts are masked in demo mode. The access log notes who read how many. Errors: must_login, not_allowed, needs_approval (above settings.export_limit).';
revoke execute on function public.list_people(text, text, uuid, timestamptz, uuid, integer) from public, anon;
grant execute on function public.list_people(text, text, uuid, timestamptz, uuid, integer) to authenticated;
