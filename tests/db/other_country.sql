-- A map of another country than that of the firm is on the attention list.
select no_plan();
create temporary table seen (reason text) on commit drop;
create function tests.listed(name text) returns bigint language plpgsql security definer as $$
begin
  delete from seen where true;
  perform tests.let(name, 'insert into seen select r ->> ''reason'' from json_array_elements(public.attention_list() -> ''rows'') r');
  return (select count(*) from seen where reason = 'other_country');
end $$;
select tests.set('country', 'LI'), tests.set('restrict_country', 'true');
select public.set_service_area(14.1, 35.8, 14.6, 36.1, 'LI');
select is(tests.listed('admin'), 0::bigint, 'a map of the firm''s country needs no attention');
select public.set_service_area(14.1, 35.8, 14.6, 36.1, 'MT');
select is(tests.listed('admin'), 1::bigint, 'a map of another country needs the attention of staff');
select is(tests.listed('fleet'), 0::bigint, 'a fleet is not told of a map of another country');
select tests.set('restrict_country', 'false');
select is(tests.listed('admin'), 0::bigint, 'a search without borders needs no attention');
select tests.set('restrict_country', 'true');
select public.set_service_area(14.1, 35.8, 14.6, 36.1);
select is(tests.listed('admin'), 0::bigint, 'a map whose country is unknown needs no attention');
select public.set_service_area(14.1, 35.8, 14.6, 36.1, 'MT');
insert into app.setup default values;
select is(tests.listed('admin'), 0::bigint, 'a new firm that has not confirmed its town is asked by the set-up');
update app.setup set confirmed = '{town}';
select is(tests.listed('admin'), 1::bigint, 'a firm that chose another country than that of its map is told');
create function tests.told() returns bigint language sql security definer as $$
  select count(*) from realtime.messages m where m.topic = 'admin' and m.event = 'attention'
$$;
create temporary table before as select tests.told() as told;
select tests.set('country', 'MT');
select is(tests.listed('admin'), 0::bigint, 'the country of the map ends it');
select is(tests.told() - (select told from before), 1::bigint, 'a change of the country is broadcast to staff at once');
select * from finish();
