#include "storage/scenes.h"

#include "storage/query.h"

enum store_error store_add_scene(
	struct store *store, int64_t match, const struct store_scene *scene)
{
	struct query query = query_write_with(store, SQL_SCENE_ADD, match);
	query_bind_number(&query, scene->n);
	query_bind_blob(&query, scene->bytes, scene->size);
	return query_end(&query);
}

enum store_error store_delete_scenes(struct store *store, int64_t match)
{
	return query_run(store, SQL_SCENES_DROP, match);
}

enum store_error store_next_scene(
	struct store *store, int64_t match, bool first, struct store_scene *scene)
{
	struct query query = query_read_with(store, SQL_SCENE_NEXT, match);
	query_bind_number(&query, first ? -1 : (int64_t)scene->n);
	if (query_row(&query)) {
		scene->n = query_unsigned(&query);
		scene->size = query_unsigned(&query);
		query_blob(&query, scene->bytes, STORE_SCENE);
	}
	return query_end_found(&query);
}
